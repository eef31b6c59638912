/** Does nothing if the element is closed, or is no popover at this width. */
export function closePopover(element: HTMLElement | null): void {
  if (element?.matches(':popover-open')) element.hidePopover()
}
