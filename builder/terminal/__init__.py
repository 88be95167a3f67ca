"""What the commands share: console, progress, prompts, options, ids and completion."""
