"""``python -m rulesdb.schemas``: format the schema files."""

import sys

from rulesdb.schemas.layout import format_files
from rulesdb.shipped import shipped

for path in format_files(shipped("schemas")):
    sys.stdout.write(f"{path}: formatted\n")
