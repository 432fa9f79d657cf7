/** A membership that a dialog of the user management is about. */
export interface Person {
  userId: string
  teamId: string
  teamName: string
  name: string
  roles: readonly string[]
}
