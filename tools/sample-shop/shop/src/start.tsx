import { hydratePage, renderPage } from '@acme/view'

/** What the server rendered becomes alive; without it the page is rendered here. */
export function startShop(Page: () => React.ReactNode): void {
  const root = document.getElementById('shop')!
  if (root.hasChildNodes()) hydratePage(root, Page)
  else renderPage(root, Page)
}
