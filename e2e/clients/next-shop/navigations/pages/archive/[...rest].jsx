export default function Archive() {
  return <h1>Archive</h1>
}
