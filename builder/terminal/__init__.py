"""Code that commands share: console, progress, prompts, options, ids and completion."""
