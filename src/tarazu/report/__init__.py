"""From a result to something to look at: terminal, Markdown, CSV."""
