/** One chunk: each more is a name that the first page of everybody carries. */
export { AlertPage } from './alert-page.tsx'
export { AlertsPage } from './alerts-page.tsx'
export { ChannelsPage } from './channels-page.tsx'
export { SharedPage } from './shared-page.tsx'
