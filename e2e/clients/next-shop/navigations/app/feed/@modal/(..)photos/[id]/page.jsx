export default function Page() {
  return <h1>Photo above the feed</h1>
}
