/** Whether webhooks may be sent to an address. A user and a password in it could not be sent. */
export function isWebhookUrl(typed: string): boolean {
  const url = URL.canParse(typed) ? new URL(typed) : undefined;
  return (url?.protocol === 'http:' || url?.protocol === 'https:') && url.username === '' && url.password === '';
}

/** A secret of Standard Webhooks: base64 of 24 to 64 bytes. */
export function isStandardSecret(typed: string): boolean {
  return /^(whsec_)?[A-Za-z0-9+/]{32,86}={0,2}$/.test(typed);
}
