declare module 'virtual:messages' {
  import type { Messages } from '@lingui/core'
  export const catalogues: Readonly<Record<string, () => Promise<{ readonly messages: Messages }>>>
}
