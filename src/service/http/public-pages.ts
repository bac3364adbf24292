import type { Routes } from './environment.ts';
import { answerOrRefuse, jsonResponse, unavailableResponse } from './http-refusal.ts';
import type { OriginGuard } from './origin-guard.ts';

/** Health and the API document: without a key and not counted, but only under a known host name. */
export function addPublicPages(routes: Routes, guard: OriginGuard, isReady: () => Promise<boolean>): void {
  function show(path: string, page: () => Response | Promise<Response>): void {
    routes.get(path, ({ req }) =>
      answerOrRefuse(() => {
        guard.checkHost(req.raw.headers);
        return page();
      }),
    );
  }

  show('/healthz', () => jsonResponse('{"status":"ok"}', 200, {}));

  // For what stands in front of several instances: this one lives, but without its store it can't answer.
  show('/readyz', async () =>
    (await isReady()) ? jsonResponse('{"status":"ready"}', 200, {}) : unavailableResponse(),
  );

  // Created on the first request: most runs of the service never need it.
  show('/openapi.json', async () => {
    const { openApiDocument } = await import('./openapi/document.ts');
    return jsonResponse(JSON.stringify(openApiDocument()), 200, {});
  });
}
