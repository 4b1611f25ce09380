"""What can go wrong, with the messages of the program."""

__all__ = ["DamagedFile", "InputError", "NumericalError", "SystemFailure"]


class InputError(ValueError):
    """Bad input; str() is what the program prints after "galet: error:".

    Attributes: `key` (path of the setting, such as "bodies[2].radius"), `message`, and where it
    stands: `file`, `line` and `column`, which are "" and 0 where they are not known.
    """

    def __init__(self, text: str, key: str = "", message: str = "", file: str = "", line: int = 0, column: int = 0):
        super().__init__(text)
        self.key = key
        self.message = message
        self.file = file
        self.line = line
        self.column = column


class SystemFailure(OSError):
    """The machine failed: the disk is full, a file cannot be written."""


class DamagedFile(SystemFailure):
    """A file that galet wrote is not as it was written; the message names file, dataset and row."""


class NumericalError(ArithmeticError):
    """The computation broke down; the message names the body or contact."""
