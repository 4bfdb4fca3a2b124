import type { MessageDescriptor } from '@lingui/core'
import { useEffect, useRef } from 'react'
import { createStore } from '@tanstack/react-store'

export type CommandGroup = 'go' | 'list' | 'issue' | 'event' | 'view' | 'help'

/**
 * Something a person can do here. The palette, the help sheet, menus and the keyboard all read this one list, so a
 * shortcut that is shown always works and one that works is always shown.
 */
export interface Command {
  readonly id: string
  readonly title: MessageDescriptor
  readonly group: CommandGroup
  /** `j`, `Shift+E`, `g i`, `$mod+k`; the first is the one that is shown. */
  readonly keys?: readonly string[]
  /** More words under which the palette finds it, English in every language. */
  readonly words?: string
  /** False: a key only, such as moving the cursor. */
  readonly listed?: boolean
  readonly enabled?: () => boolean
  readonly run: () => void
}

/** Layers of commands, the newest last; it wins where two want the same key. */
export const commandLayers = createStore<ReadonlyArray<readonly Command[]>>([])

export function addCommands(commands: readonly Command[]): () => void {
  commandLayers.setState(() => [...commandLayers.get(), commands])
  return () => commandLayers.setState(() => commandLayers.get().filter((layer) => layer !== commands))
}

/** Offers commands while the component is on the screen; they always run with its latest values. */
export function useCommands(commands: readonly Command[]): void {
  const latest = useRef(commands)
  latest.current = commands
  const shape = commands.map(({ id, keys }) => `${id}=${keys?.join('|') ?? ''}`).join()
  useEffect(() => {
    const current = (id: string) => latest.current.find((command) => command.id === id)
    return addCommands(
      latest.current.map((command) =>
        Object.assign({}, command, {
          enabled: () => current(command.id)?.enabled?.() ?? true,
          run: () => current(command.id)?.run(),
        }),
      ),
    )
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the shape stands for the list, which is new on every render
  }, [shape])
}

/** What works here now: of two commands with one id the newer. */
export function availableCommands(layers = commandLayers.get()): readonly Command[] {
  const byId = new Map<string, Command>()
  for (const command of layers.flat()) byId.set(command.id, command)
  return [...byId.values()].filter((command) => command.enabled?.() ?? true)
}
