"""Speed, as ratios against a limit measured in the same run: `make bench`, or `make bench ONLY=rules`."""
