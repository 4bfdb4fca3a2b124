/** Puts the cursor into the first field that can be filled in. */
export function focusFirst(dialog: Element): void {
  const field = dialog.querySelector<HTMLInputElement>('input:not([disabled])')
  field!.focus()
}
