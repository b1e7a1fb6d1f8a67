/** A user with a password. */
export interface Credentials {
  readonly username: string;
  readonly password: string;
}
