"""The rules in full: a page for each family and rule set, with small tables to try them on."""
