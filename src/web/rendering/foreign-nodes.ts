/**
 * Translators and extensions move and replace nodes of the page, and React then asks their former parent for them, which
 * throws (https://github.com/facebook/react/issues/11538). Here such a node is looked for where it is now. A text beside
 * other texts stays as it was translated, so a text that changes is the only child of its element.
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

/** The child of `parent` that is or holds the node. Null if there is none: before nothing is at the end. */
function findChildAround(parent: Node, node: Node | null): Node | null {
  let child = node
  while (child && child.parentNode !== parent) child = child.parentNode
  return child
}
