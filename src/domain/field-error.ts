/** An invalid field: a JSON pointer into the body, or the name of a query parameter or header. */
export interface FieldError {
  pointer?: string;
  parameter?: string;
  code: string;
  detail: string;
}
