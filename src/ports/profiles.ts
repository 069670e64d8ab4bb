/** How to reach a server. */
export interface Credentials {
  url: string;
  publicKey: string;
  privateKey: string;
}

/** The servers that the person at this machine is logged in to, by name. */
export interface Profiles {
  find(name: string): Promise<Credentials | undefined>;
  /** Returns where it is stored. Only this person can read it. */
  save(name: string, credentials: Credentials): Promise<string>;
  /** Whether there was one. */
  remove(name: string): Promise<boolean>;
  /** Signs the events that are sent from this machine. Created at first use, and kept after a logout. */
  webhookSecret(name: string): Promise<string>;
}
