import { keyNames } from '#lib/commands/shortcuts.ts'

/** A shortcut in the notation of the command list, as this machine's keyboard names it. */
export function Kbd({ keys }: { readonly keys: string }) {
  return (
    <span className="inline-flex gap-1">
      {keyNames(keys).map((name, index) => (
        <kbd
          key={index}
          className="rounded-mark border border-line bg-surface px-1 font-mono text-axis text-subtle"
        >
          {name}
        </kbd>
      ))}
    </span>
  )
}
