import type { IconName } from '#ui/base/icon.tsx'

/** Something the palette can do when it is chosen. */
export interface PaletteRow {
  readonly id: string
  readonly title: string
  readonly icon?: IconName
  /** Which project, or why it was found. */
  readonly detail?: string
  /** More words under which it is found. */
  readonly words?: string
  readonly keys?: string | undefined
  /** False: tied to what was typed, so repeating it later means nothing. */
  readonly repeatable?: boolean
  readonly run: () => void
}

export interface PaletteSection {
  readonly id: string
  readonly name: string
  readonly rows: readonly PaletteRow[]
}
