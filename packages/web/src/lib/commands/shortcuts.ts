import { createKeybindingsHandler } from 'tinykeys'
import { availableCommands, commandLayers } from './commands.ts'

/** How long a sequence waits for its next key; the default of tinykeys. */
const SEQUENCE_MS = 1000
const HAS_MODIFIER = /\$mod|Control|Meta|Alt/
/** In text fields, undo, select all, copy, cut and paste apply to the text. */
const OF_FIELDS = /^\$mod\+[acvxyz]$/

/** Typing is not commanding: letters belong to the field that has the focus, and to the composition under way. */
export function isTyping(event: Pick<KeyboardEvent, 'target' | 'isComposing'>): boolean {
  const { target } = event
  if (event.isComposing) return true
  if (!(target instanceof HTMLElement)) return false
  return (
    target.isContentEditable ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement ||
    (target instanceof HTMLInputElement && !/^(?:checkbox|radio|button|submit)$/.test(target.type))
  )
}

/** An open dialog or menu has the keyboard to itself. */
function isInOverlay(event: KeyboardEvent): boolean {
  return (
    event.target instanceof Element &&
    event.target.closest('[role=dialog],[role=menu],[role=listbox][data-overlay]') !== null
  )
}

/** Listens on the window for the keys of whatever commands are offered at the moment. */
export function listenForShortcuts(target: Window, singleKeys: () => boolean): () => void {
  let handler: ((event: KeyboardEvent) => void) | undefined
  /** Keys that may be the beginning of a sequence. */
  let begun: readonly KeyboardEvent[] = []
  let isRepeated = false
  const bindings = () => {
    const map: Record<string, (event: KeyboardEvent) => void> = {}
    for (const { id, keys = [] } of commandLayers.get().flat()) {
      for (const key of keys) {
        map[key] = (event) => {
          if (event.defaultPrevented || isRepeated) return
          if (OF_FIELDS.test(key) && isTyping(event)) return
          const plain = !HAS_MODIFIER.test(key)
          if (plain && (isTyping(event) || isInOverlay(event) || !singleKeys())) return
          const command = availableCommands().find((candidate) => candidate.id === id)
          if (command === undefined) return
          event.preventDefault()
          begun = []
          command.run()
        }
      }
    }
    // The longer first: the i of `g i` must not be a command of its own.
    const longest = Object.entries(map).sort(([a], [b]) => b.split(' ').length - a.split(' ').length)
    return createKeybindingsHandler(Object.fromEntries(longest))
  }
  /** A screen that offers its commands between `g` and `i` must not end the sequence: the new handler is told of the `g`. */
  const rebuilt = () => {
    const fresh = bindings()
    isRepeated = true
    for (const event of begun) fresh(event)
    isRepeated = false
    return fresh
  }
  const onKey = (event: KeyboardEvent) => {
    begun = begun.filter(({ timeStamp }) => event.timeStamp - timeStamp < SEQUENCE_MS)
    handler ??= rebuilt()
    begun = [...begun, event]
    handler(event)
  }
  const subscription = commandLayers.subscribe(() => {
    handler = undefined
  })
  target.addEventListener('keydown', onKey)
  return () => {
    subscription.unsubscribe()
    target.removeEventListener('keydown', onKey)
  }
}

const NAMES: Readonly<Record<string, string>> = {
  Escape: 'Esc',
  ArrowDown: '↓',
  ArrowUp: '↑',
  ArrowLeft: '←',
  ArrowRight: '→',
  Space: 'Space',
  Enter: 'Enter',
  Period: '.',
}

/** `$mod+k` as this machine's keyboard names it: each element is pressed after the one before. */
export function keyNames(
  keys: string,
  apple = /Mac|iP(?:hone|ad|od)/.test(navigator.platform),
): readonly string[] {
  return keys.split(' ').map((chord) =>
    chord
      .split('+')
      .filter((part, index, parts) => !(part === 'Shift' && /^[?{}]$/.test(parts[index + 1] ?? '')))
      .map((part) => {
        if (part === '$mod') return apple ? '⌘' : 'Ctrl'
        if (part === 'Shift') return apple ? '⇧' : 'Shift'
        return NAMES[part] ?? (part.length === 1 ? part.toLowerCase() : part)
      })
      .join(apple ? '' : '+'),
  )
}
