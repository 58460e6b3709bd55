"""The command line: parse, call the verb, print."""
