"""A GTK program with one file to drag: the rows of a file manager do the same. Its argument is the file."""

import pathlib
import sys

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import Gdk, Gtk  # noqa: E402

uri = pathlib.Path(sys.argv[1]).as_uri()
handle = Gtk.EventBox()
handle.add(Gtk.Label(label=pathlib.Path(sys.argv[1]).name))
handle.drag_source_set(Gdk.ModifierType.BUTTON1_MASK, [], Gdk.DragAction.COPY)
handle.drag_source_add_uri_targets()
handle.connect("drag-data-get", lambda _widget, _context, data, _info, _time: data.set_uris([uri]))
handle.connect("drag-end", lambda *_: Gtk.main_quit())

window = Gtk.Window(title="A file to drag")
window.set_default_size(160, 60)
window.move(0, 0)
window.add(handle)
window.connect("destroy", Gtk.main_quit)
window.show_all()
Gtk.main()
