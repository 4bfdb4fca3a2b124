export default function Page() {
  return <h1>Photo</h1>
}
