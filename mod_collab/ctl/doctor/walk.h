/* walk.h: the questions that collabctl doctor asks the interface (walk.c), and what may be to blame for wrong answers
 * (suspects.c). */
#ifndef COLLAB_CTL_DOCTOR_WALK_H
#define COLLAB_CTL_DOCTOR_WALK_H

#include "ctl/doctor/doctor.h"

/* Asks the questions through the base URL (if `through`), then at this machine's own address, unless the base URL has led to that
 * `reached` address and port. Adds findings. Waits at most 5 s for an answer, and ends at the first that is missing. */
void collab_doctor_walk(collab_doctor_t *doctor, const collab_doctor_server_t *server, const char *reached, int port,
                        bool through);

/* What is not as documented of the answer to GET /health/live at the base URL, for example "WWW-Authenticate: Basic …, Server:
 * Apache"; "": nothing is known. */
const char *collab_doctor_answered(collab_doctor_t *doctor, const collab_doctor_server_t *server);

/* suspects.c: " Lines that may cause it: FILE:LINE (Require in <Location "/">).": lines of httpd's configuration, those first
 * that suit the answer; "": there are none. */
const char *collab_doctor_suspects(const collab_doctor_t *doctor, const char *answer);

/* Warns of loaded modules whose programs can use the module's login to the database. */
void collab_doctor_modules(collab_doctor_t *doctor);

#endif
