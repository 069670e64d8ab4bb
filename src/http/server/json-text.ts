/** JSON text of a value of type T. Only a serializer that has been given such a value makes one. */
export type JsonText<T> = string & { readonly jsonOf: T };

export const toJsonText = <T>(value: T): JsonText<T> => JSON.stringify(value) as JsonText<T>;

/** The text of each member of an object. */
export type MemberTexts<T> = { [Name in keyof T]: JsonText<T[Name]> };

/** `{"a":1}` and the text of a member → `{"a":1,"name":<text>}`. The text is not parsed, and stays as it is. */
export function appendMember<T extends object, Name extends string, Member>(
  value: T,
  name: Name,
  text: JsonText<Member>,
): JsonText<T & Record<Name, Member>> {
  return `${JSON.stringify(value).slice(0, -1)},"${name}":${text}}` as JsonText<T & Record<Name, Member>>;
}

/** One page of a list, from the texts of its entries. */
export const toPageText = <T>(data: readonly JsonText<T>[], next: string | undefined) =>
  `{"data":[${data.join(',')}],"next_cursor":${JSON.stringify(next ?? null)}}` as JsonText<{
    data: T[];
    next_cursor: string | null;
  }>;
