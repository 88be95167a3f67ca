"""Files of users: found, read and written without waiting, without limitless reading, without loss."""
