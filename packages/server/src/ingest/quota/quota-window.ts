/**
 * A window is ten slots and the running one; the sum over all eleven is never less than what fell into the last
 * window, so a quota holds for any window and not only for those that start at a full hour.
 */
export const SLOTS = 10

export interface Slot {
  readonly slot: number
  /** Taken here, and by other nodes as far as they told. */
  count: number
  others: number
  /** Of `count`, what the others know. */
  told: number
}

export interface Window {
  readonly slotMs: number
  /** Oldest first. */
  readonly slots: Slot[]
}

export function take(window: Window, quantity: number, now: number): void {
  slotIn(window, Math.floor(now / window.slotMs)).count += quantity
}

/** Made where it is missing, in order: that of a node whose clock is ahead comes before its time. */
export function slotIn({ slots }: Window, slot: number): Slot {
  let place = slots.length
  while (place > 0 && slots[place - 1]!.slot > slot) place--
  const found = slots[place - 1]
  if (found?.slot === slot) return found
  const made = { slot, count: 0, others: 0, told: 0 }
  slots.splice(place, 0, made)
  return made
}

export function endOf({ slotMs }: Window, slot: number): number {
  return (slot + SLOTS + 1) * slotMs
}

export function forgetOldSlots(window: Window, now: number): void {
  const oldest = Math.floor(now / window.slotMs) - SLOTS
  while (window.slots.length > 0 && window.slots[0]!.slot < oldest) window.slots.shift()
}
