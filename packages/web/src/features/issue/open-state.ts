import { createContext, useContext } from 'react'
import { createStore, useStorePart } from '../../lib/store.ts'

/** What a reader opened or closed, by name. It outlives the screen, because the next event is another address. */
const opened = createStore<ReadonlyMap<string, boolean>>(new Map())

/** The issue whose parts are meant: another one starts as it is first seen. */
export const OpenScope = createContext('')

export function useOpen(name: string, atFirst: boolean): readonly [boolean, (open: boolean) => void] {
  const key = `${useContext(OpenScope)} ${name}`
  const open = useStorePart(opened, (all) => all.get(key)) ?? atFirst
  return [open, (next) => opened.set(new Map([...opened.get(), [key, next]]))]
}
