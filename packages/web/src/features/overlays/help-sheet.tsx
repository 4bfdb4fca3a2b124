import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { availableCommands, type Command } from '#lib/commands/commands.ts'
import { i18n } from '#lib/i18n/i18n.ts'
import { usePreferences } from '#product/session/preferences.ts'
import { keyNames } from '#lib/commands/shortcuts.ts'
import { IconButton } from '#ui/base/button.tsx'
import { Dialog } from '#ui/feedback/dialog.tsx'
import { Kbd } from '#ui/base/kbd.tsx'
import { INPUT } from '#ui/forms/text-field.tsx'
import { COMMAND_GROUPS } from './command-groups.ts'
import { bestMatches } from './match.ts'

/** What the keyboard does on this screen, from the list the keyboard itself reads. */
export function HelpSheet({ onClose }: { readonly onClose: () => void }) {
  const { t } = useLingui()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const [typed, type] = useState('')
  const [commands] = useState(() => availableCommands())
  const matching = bestMatches(commands, typed, ({ title, words = '' }) => [i18n._(title), words])
  return (
    <Dialog label={t`Keyboard shortcuts`} className="max-w-200" onClose={onClose}>
      <header className="flex items-center gap-3 border-b border-line px-4 py-2.5">
        <h2 className="text-section font-bold">
          <Trans>Keyboard shortcuts</Trans>
        </h2>
        <input
          ref={field}
          type="search"
          className={`${INPUT} min-w-0 flex-1 basis-32`}
          aria-label={t`Search shortcuts`}
          placeholder={t`Search shortcuts…`}
          value={typed}
          onChange={({ target }) => type(target.value)}
        />
        <IconButton icon="close" label={t`Close`} onClick={onClose} />
      </header>
      {/* Focusable, because a keyboard must be able to scroll what does not fit. */}
      <div
        className="min-h-0 flex-1 gap-8 overflow-y-auto px-4 py-3 pane:columns-2"
        tabIndex={0}
        role="region"
        aria-label={t`Shortcuts`}
      >
        {COMMAND_GROUPS.map(([group, name]) => (
          <HelpGroup
            key={group}
            name={i18n._(name)}
            commands={matching.filter((command) => command.group === group)}
          />
        ))}
        {matching.length === 0 && (
          <p className="py-6 text-muted">
            <Trans>No matching shortcuts.</Trans>
          </p>
        )}
      </div>
      <SingleKeys onClose={onClose} />
    </Dialog>
  )
}

function HelpGroup({ name, commands }: { readonly name: string; readonly commands: readonly Command[] }) {
  if (commands.length === 0) return null
  // Two commands of one name are two ways to press it.
  const byTitle = Map.groupBy(commands, ({ title }) => i18n._(title))
  return (
    <section className="mb-4 break-inside-avoid">
      <h3 className="border-b border-line pb-1 text-meta font-strong text-subtle">{name}</h3>
      <dl>
        {[...byTitle].map(([title, same]) => (
          <div key={title} className="flex min-h-7 items-center gap-3 border-b border-line py-1">
            <dt className="min-w-0 flex-1">{title}</dt>
            <dd className="flex shrink-0 flex-wrap justify-end gap-x-2 gap-y-1 text-meta text-subtle">
              <Keys keys={namedApart(same.flatMap(({ keys = [] }) => keys))} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Keys({ keys }: { readonly keys: readonly string[] }) {
  if (keys.length === 0) return <Trans>command menu only</Trans>
  return keys.map((key) => <Kbd key={key} keys={key} />)
}

/** Two ways to press one sign are one to read. */
function namedApart(keys: readonly string[]): readonly string[] {
  return [...new Map(keys.map((key) => [keyNames(key).join(' '), key])).values()]
}

function SingleKeys({ onClose }: { readonly onClose: () => void }) {
  const { singleKeys } = usePreferences()
  return (
    <p className="border-t border-line bg-sunken px-4 py-2 text-meta text-muted">
      {singleKeys ? (
        <Trans>Using voice control or other assistive input?</Trans>
      ) : (
        <Trans>Single-key shortcuts are off: only those with Ctrl or ⌘ work.</Trans>
      )}{' '}
      <Link to="/preferences" hash="keys" className="text-accent underline" onClick={onClose}>
        {singleKeys ? <Trans>Turn them off in preferences</Trans> : <Trans>Turn them on</Trans>}
      </Link>
    </p>
  )
}
