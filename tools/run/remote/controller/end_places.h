// End places: where the threads are that explain the message of a job's end. Nodes answer in any
// order; people read the places in the order in which they were asked for.
#pragma once

#include "tools/run/local/watch/job_observer.h"

#include <string>
#include <string_view>
#include <vector>

namespace polder::run {

class EndPlaces {
public:
    void expect(unsigned thread) { places_.push_back({thread, false, false, {}}); }

    // Says it, and those behind it that have come, unless one in front of it is still to come.
    void take(unsigned thread, std::string_view text, JobObserver &people) {
        for (Place &place : places_)
            if (place.thread == thread && !place.here) {
                place.text = text;
                place.here = true;
            }
        for (Place &place : places_) {
            if (!place.here) return;
            if (!place.said) people.text(place.text);
            place.said = true;
        }
    }

    // At the very end: one that did not come has held up the others.
    void say_rest(JobObserver &people) const {
        for (const Place &place : places_)
            if (place.here && !place.said) people.text(place.text);
    }

private:
    struct Place {
        unsigned thread;
        bool here;
        bool said;
        std::string text;
    };
    std::vector<Place> places_;
};

} // namespace polder::run
