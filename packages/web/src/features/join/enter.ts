import { locale } from '#lib/i18n/i18n.ts'
import { withLocale } from '#lib/i18n/locale.ts'

/** A whole load: everything that was asked before as nobody is asked again, and the secret leaves the address. */
export function enter(): void {
  window.location.replace(withLocale('/', locale))
}
