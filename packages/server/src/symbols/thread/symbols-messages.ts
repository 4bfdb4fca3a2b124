import type { StackAnswer, StackAsk } from '#domain/source-maps/mapped-frame.ts'

export interface SymbolsRequest {
  readonly id: number
  readonly ask: StackAsk
}

export type SymbolsResponse =
  | { readonly id: number; readonly answer: StackAnswer }
  | { readonly id: number; readonly failure: string }
