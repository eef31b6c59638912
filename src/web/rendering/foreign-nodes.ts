/**
 * Translators and extensions move nodes, which makes React throw (https://github.com/facebook/react/issues/11538).
 * A text that changes must be the only child of its element, or it stays as it was translated.
 */
export function tolerateForeignNodes(): void {
  const { insertBefore, removeChild } = Node.prototype
  Node.prototype.insertBefore = function <Inserted extends Node>(this: Node, node: Inserted, next: Node | null) {
    insertBefore.call(this, node, findChildAround(this, next))
    return node
  }
  Node.prototype.removeChild = function <Removed extends Node>(this: Node, node: Removed) {
    if (node.parentNode) removeChild.call(node.parentNode, node)
    return node
  }
}

function findChildAround(parent: Node, node: Node | null): Node | null {
  let child = node
  while (child && child.parentNode !== parent) child = child.parentNode
  return child
}
