// Layer: a table that is extended for what stands inside something, and for no longer. The layer of
// an inner construct lies in front of that of the outer one; whoever lowers the construct owns it.
#pragma once

#include <unordered_map>
#include <utility>

namespace polder::cc {

template <class Key, class Value> class Layer {
public:
    explicit Layer(const Layer *outer) : outer_(outer) {}

    void set(Key key, Value value) { own_[key] = std::move(value); }
    /// The innermost entry, or null.
    static const Value *find(const Layer *innermost, Key key) {
        for (const Layer *layer = innermost; layer; layer = layer->outer_)
            if (const auto found = layer->own_.find(key); found != layer->own_.end()) return &found->second;
        return nullptr;
    }
    template <class Visitor> static void for_each(const Layer *innermost, const Visitor &visit) {
        for (const Layer *layer = innermost; layer; layer = layer->outer_)
            for (const auto &[key, value] : layer->own_)
                visit(key, value);
    }
    static bool is_empty(const Layer *innermost) {
        return !innermost || (innermost->own_.empty() && is_empty(innermost->outer_));
    }

private:
    const Layer *outer_;
    std::unordered_map<Key, Value> own_ = {};
};

} // namespace polder::cc
