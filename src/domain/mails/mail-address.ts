/** Characters that separate or decorate addresses in a header. An account can have them in its name, but gets no emails. */
// oxlint-disable-next-line no-control-regex -- control characters are among those that are refused
const PLAIN = /^[^\s@<>(),;:\\"[\]\u0000-\u001f\u007f-\u009f]+@[^\s@<>(),;:\\"[\]\u0000-\u001f\u007f-\u009f]+$/;

/** Whether a text is one address and nothing else, however it is read. */
export const isMailAddress = (text: string): boolean => PLAIN.test(text);
