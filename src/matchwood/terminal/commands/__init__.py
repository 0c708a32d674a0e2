"""The commands that can be typed after `matchwood`, one module each, named by the command.

A module holds `COMMAND`: its help, an example, its arguments and the function that runs it. It
imports what does the work when it runs, so that help and completion stay quick.
"""
