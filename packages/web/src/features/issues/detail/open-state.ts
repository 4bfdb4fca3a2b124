import { createContext, useContext } from 'react'
import { createStore, useSelector } from '@tanstack/react-store'

/** What a reader opened, closed or filtered, by name. It outlives the screen, because the next event is another address. */
const kept = createStore<ReadonlyMap<string, unknown>>(new Map())

/** The issue whose parts are meant: another one starts as it is first seen. */
export const OpenScope = createContext('')

export function useKept<T>(name: string, atFirst: T): readonly [T, (next: T) => void] {
  const key = `${useContext(OpenScope)} ${name}`
  const value = useSelector(kept, (all) => all.get(key)) as T | undefined
  return [value ?? atFirst, (next) => kept.setState(() => new Map([...kept.get(), [key, next]]))]
}

export function useOpen(name: string, atFirst: boolean): readonly [boolean, (open: boolean) => void] {
  return useKept(name, atFirst)
}
