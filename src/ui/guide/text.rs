//! Parser for the guide's text: the Markdown subset it uses, as chapters of blocks.

/// Text style.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    Plain,
    Strong,
    Emphasis,
    Code,
}

/// Text of one style.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    pub text: String,
    pub style: Style,
}

/// A line of styled text.
pub type Line = Vec<Run>;

/// A block of a chapter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    Paragraph(Line),
    /// A list item: its bullet or number, and its text.
    Point(String, Line),
    /// Rows of cells; the first row is the header.
    Table(Vec<Vec<Line>>),
    /// The alternative text of a picture.
    Picture(String),
}

/// A heading with the blocks below it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chapter {
    pub title: String,
    pub blocks: Vec<Block>,
}

/// Parses a text into chapters.
pub fn chapters(text: &str) -> Vec<Chapter> {
    let mut reader = Reader::default();
    text.lines().for_each(|line| reader.line(line.trim()));
    reader.flush();
    reader.chapters
}

/// Line-by-line parser.
#[derive(Default)]
struct Reader {
    chapters: Vec<Chapter>,
    /// The bullet or number of the current list item, `None` in a paragraph; below it, the text gathered so far.
    mark: Option<String>,
    words: String,
}

impl Reader {
    fn line(&mut self, line: &str) {
        if let Some(title) = line.strip_prefix("## ") {
            self.flush();
            self.chapters.push(Chapter {
                title: title.to_owned(),
                blocks: Vec::new(),
            });
        } else if line.is_empty() || line.starts_with("# ") {
            self.flush();
        } else if line.starts_with('|') {
            self.flush();
            self.row(line);
        } else if line.starts_with("![") {
            self.flush();
            let shown = line
                .split("![")
                .filter_map(|it| Some(it.split_once("](")?.0.to_owned()));
            shown.for_each(|it| self.push(Block::Picture(it)));
        } else if let Some((mark, words)) = point(line) {
            self.flush();
            (self.mark, self.words) = (Some(mark), words.to_owned());
        } else {
            self.words.push(' ');
            self.words.push_str(line);
        }
    }

    fn push(&mut self, block: Block) {
        if let Some(chapter) = self.chapters.last_mut() {
            chapter.blocks.push(block);
        }
    }

    /// Ends the current paragraph or list item.
    fn flush(&mut self) {
        let (mark, words) = (self.mark.take(), std::mem::take(&mut self.words));
        if words.trim().is_empty() {
            return;
        }
        let line = runs(words.trim());
        self.push(match mark {
            Some(mark) => Block::Point(mark, line),
            None => Block::Paragraph(line),
        });
    }

    fn row(&mut self, line: &str) {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let rules = |it: &&str| it.chars().all(|c| c == '-' || c == ':');
        if cells.iter().all(|it| rules(it) && !it.is_empty()) {
            return;
        }
        let row = cells.into_iter().map(runs).collect();
        match self.chapters.last_mut().and_then(|it| it.blocks.last_mut()) {
            Some(Block::Table(rows)) => rows.push(row),
            _ => self.push(Block::Table(vec![row])),
        }
    }
}

/// Splits a line that begins a list item into its bullet or number and its text.
fn point(line: &str) -> Option<(String, &str)> {
    if let Some(words) = line.strip_prefix("- ") {
        return Some(("•".to_owned(), words));
    }
    let (number, words) = line.split_once(". ")?;
    let is_number = !number.is_empty() && number.chars().all(|c| c.is_ascii_digit());
    is_number.then(|| (format!("{number}."), words))
}

/// Splits a text into runs of one style; of a link only its text is kept.
fn runs(text: &str) -> Line {
    let mut found = Line::new();
    let mut add = |text: &str, style: Style| {
        if !text.is_empty() {
            let text = text.to_owned();
            found.push(Run { text, style });
        }
    };
    let mut rest = text;
    while let Some(at) = rest.find(['`', '*', '[']) {
        let (before, marked) = rest.split_at(at);
        add(before, Style::Plain);
        let (open, close, style) = match marked {
            it if it.starts_with("**") => ("**", "**", Style::Strong),
            it if it.starts_with('*') => ("*", "*", Style::Emphasis),
            it if it.starts_with('`') => ("`", "`", Style::Code),
            _ => ("[", "](", Style::Plain),
        };
        let inside = &marked[open.len()..];
        let Some((words, after)) = inside.split_once(close) else {
            // Not closed: it is plain text.
            add(open, Style::Plain);
            rest = inside;
            continue;
        };
        add(words, style);
        rest = match close {
            "](" => after.split_once(')').map_or("", |it| it.1),
            _ => after,
        };
    }
    add(rest, Style::Plain);
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chapters_points_tables_and_styles_are_read() {
        let text = "# Guide\n\n## One\n\nPress `a*b` or **two\nlines**, see [there](x.md#y).\n\n- first\n  goes on\n2. second\n\n## Two\n| key | tool |\n|---|---|\n| `L` | *bar* |\n![A bar](a.png)\n";
        let read = chapters(text);
        let run = |text: &str, style: Style| Run {
            text: text.to_owned(),
            style,
        };
        let plain = |text: &str| run(text, Style::Plain);
        assert_eq!(read.len(), 2);
        assert_eq!(
            read[0].blocks,
            [
                Block::Paragraph(vec![
                    plain("Press "),
                    run("a*b", Style::Code),
                    plain(" or "),
                    run("two lines", Style::Strong),
                    plain(", see "),
                    plain("there"),
                    plain("."),
                ]),
                Block::Point("•".into(), vec![plain("first goes on")]),
                Block::Point("2.".into(), vec![plain("second")]),
            ]
        );
        assert_eq!(
            read[1].blocks,
            [
                Block::Table(vec![
                    vec![vec![plain("key")], vec![plain("tool")]],
                    vec![vec![run("L", Style::Code)], vec![run("bar", Style::Emphasis)]],
                ]),
                Block::Picture("A bar".into()),
            ]
        );
    }
}
