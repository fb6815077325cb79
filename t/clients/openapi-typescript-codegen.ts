// By openapi-typescript-codegen, whose address and token are global: each call sets them.
import * as api from './made/openapi-typescript-codegen';
import { play, Refused, type Failure } from './story';

await play(async (url, username, password) => {
  api.OpenAPI.BASE = url;
  const login = await api.IdentityService.login({ requestBody: { username, password } });
  function as<T>(call: () => Promise<T>): Promise<T> {
    api.OpenAPI.TOKEN = login.accessToken;
    return call().catch((failed: unknown) => {
      throw failed instanceof api.ApiError ? new Refused(failed.status, failed.body as Failure) : failed;
    });
  }
  return {
    find: (searchTerm) => as(() => api.PartnersAndFormsService.partnerFind({ searchTerm })),
    form: (documentId) => as(() => api.PartnersAndFormsService.formDocument({ documentId })),
    create: (requestBody) => as(() => api.CollaborationRequestsService.requestCreate({ requestBody })),
    approve: (token, idempotencyKey, requestBody) => as(() => api.ResponsesService.approvalCreate({ token, idempotencyKey, requestBody })),
    note: (token, requestBody) => as(() => api.CaseNotesService.noteCreate({ token, requestBody })),
    close: (token) => as(() => api.ResponsesService.closureCreate({ token })),
  };
});
