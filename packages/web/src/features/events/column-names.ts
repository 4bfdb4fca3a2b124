import { useLingui } from '@lingui/react/macro'

/** What a column is called; a tag by its own name. */
export function useColumnName(): (column: string) => string {
  const { t } = useLingui()
  const names: Readonly<Record<string, string>> = {
    release: t`Release`,
    environment: t`Environment`,
    user: t`User`,
    browser: t`Browser`,
    os: t`Operating system`,
    device: t`Device`,
    route: t`Route`,
    url: t`Address`,
    level: t`Level`,
    handled: t`Handled`,
    sdk: t`SDK`,
  }
  return (column) => names[column] ?? column
}
