/** One file for the frame and the issue stream: a cold load of the stream would otherwise wait for two. */
export { IssueStreamPage } from '#features/issues/stream/issue-stream-page.tsx'
export { Shell } from './shell.tsx'
