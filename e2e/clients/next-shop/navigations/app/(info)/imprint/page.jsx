export default function Page() {
  return <h1>Imprint</h1>
}
