"""`plangate doctor`: to come."""
