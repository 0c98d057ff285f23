//! Children and attributes of XML elements.

use roxmltree::Node;

/// The elements of a name in another.
pub(super) fn children<'a>(node: Node<'a, 'a>, name: &'static str) -> impl Iterator<Item = Node<'a, 'a>> {
    node.children().filter(move |child| child.has_tag_name(name))
}

/// Whether an attribute says yes.
pub(super) fn is(node: Node<'_, '_>, key: &str) -> bool {
    node.attribute(key) == Some("true")
}

/// Whether an attribute says anything.
pub(super) fn has(node: Node<'_, '_>, key: &str) -> bool {
    node.attribute(key).is_some_and(|text| !text.trim().is_empty())
}

/// What an element is called; nothing where it has no name.
pub(super) fn name(node: Node<'_, '_>) -> String {
    node.attribute("name").unwrap_or_default().trim().to_owned()
}
