/** Whether webhooks may be sent to an address. A user and a password in it could not be sent. */
export function isWebhookUrl(typed: string): boolean {
  const url = URL.canParse(typed) ? new URL(typed) : undefined;
  return (url?.protocol === 'http:' || url?.protocol === 'https:') && url.username === '' && url.password === '';
}
