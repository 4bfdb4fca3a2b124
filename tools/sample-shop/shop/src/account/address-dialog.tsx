import { runEffects } from '@acme/view'
import { focusFirst } from './focus-first'

export function AddressDialog({ isOpen }: { readonly isOpen: boolean }) {
  const dialog = document.querySelector('dialog.address')
  runEffects([() => isOpen && focusFirst(dialog!)])
  return (
    <dialog className="address" open={isOpen}>
      <input name="street" />
    </dialog>
  )
}
