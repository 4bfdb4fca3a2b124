export default function Page() {
  return <h1>Docs</h1>
}
