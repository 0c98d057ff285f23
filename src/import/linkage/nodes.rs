//! Access to children and attributes of XML elements.

use roxmltree::Node;

/// The child elements with a name.
pub(super) fn children<'a>(node: Node<'a, 'a>, name: &'static str) -> impl Iterator<Item = Node<'a, 'a>> {
    node.children().filter(move |child| child.has_tag_name(name))
}

/// Whether an attribute is "true".
pub(super) fn is(node: Node<'_, '_>, key: &str) -> bool {
    node.attribute(key) == Some("true")
}

/// Whether an attribute has a non-blank value.
pub(super) fn has(node: Node<'_, '_>, key: &str) -> bool {
    node.attribute(key).is_some_and(|text| !text.trim().is_empty())
}

/// The attribute `name`; empty where it is missing.
pub(super) fn name(node: Node<'_, '_>) -> String {
    node.attribute("name").unwrap_or_default().trim().to_owned()
}
