import type { IssueSummary } from '@hindcast/contract/issues/issues.ts'
import { useEffect } from 'react'
import { createStore } from '@tanstack/react-store'

export interface ResolveRequest {
  readonly kind: 'resolve' | 'ignore' | 'priority' | 'all'
  readonly issues: readonly IssueSummary[]
}

/** What is being decided; the dialog is fetched when nothing else is to do. */
export const resolveDialog = createStore<ResolveRequest | undefined>(undefined)

type Subject = () => readonly IssueSummary[]
const none: Subject = () => []

/** The issues that an action applies to, set by the current screen. */
export const subject = createStore({ issues: none })

export function useSubject(issues: Subject): void {
  useEffect(() => {
    subject.setState(() => ({ issues }))
    return () => subject.setState(() => ({ issues: none }))
  }, [issues])
}
