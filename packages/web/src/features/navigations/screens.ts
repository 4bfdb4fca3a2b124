/** One file for both screens, so that the entry has to name one. */
export { NavigationsPage } from './navigations-page.tsx'
export { OldReleasesPage } from './old-releases-page.tsx'
