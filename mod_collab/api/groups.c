/* groups.c: the groups of operations, as the description (tags) and the page /docs (sections) have them. */
#include <string.h>

#include "api/records.h"

const collab_group_t collab_groups[] = {
    {"Identity", "Log in, and who the caller is."},
    {"Partners and forms", "Find a partner, and fetch the form that it wants filled in."},
    {"Collaboration requests", "Create, list, read, change and close requests."},
    {"Responses", "How the receiver decides on a request, and how the submitter answers questions."},
    {"Case notes", "Notes of both parties on a request."},
    {"Attachments", "Files on their way to the storages of both parties."},
    {"Webhooks", "Subscriptions to events, and what was delivered."},
    {"The service itself", "Description, problem types and health. Not part of the interface."},
    {NULL, NULL},
};

/* The first whose part is in a path names its group. */
static const struct {
  const char *part;
  const char *group;
} parts[] = {
    {"/attachments", "Attachments"},     {"/notes", "Case notes"},
    {"{token}/", "Responses"},           {"/collaboration-requests", "Collaboration requests"},
    {"/partners", "Partners and forms"}, {"/forms", "Partners and forms"},
    {"/webhooks", "Webhooks"},           {"/v1", "Identity"},
    {"/", "The service itself"},
};

const char *collab_group_of(const char *path) {
  size_t i = 0;

  while (!strstr(path, parts[i].part))
    i++;
  return parts[i].group;
}
